-- Which process published last for the saga. If it was another one, its messages may still be on their way, and the next ones have
-- to go behind them.
ALTER TABLE saga ADD COLUMN published_by bigint;
