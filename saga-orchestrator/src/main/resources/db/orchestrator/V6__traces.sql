-- Where the saga began in its order's trace: what is sent again minutes later, by another instance, still belongs to it.
ALTER TABLE saga ADD COLUMN trace_parent text;
ALTER TABLE payment ADD COLUMN trace_parent text;
