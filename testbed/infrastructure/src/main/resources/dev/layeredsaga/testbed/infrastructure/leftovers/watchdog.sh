# Ends the programs that run from $FOLDER, and deletes it, when the process that started this one has ended without a word.
LC_ALL=C
trap '' HUP INT TERM
# a line says that the servers have been stopped; the end of the input, that they have not been stopped
read -r word && exit 0

# the folder stands in no command line of this script's own: it must not find itself
servers() {
  if [ -r /proc/self/cmdline ]; then
    printf '%s/\n' "$FOLDER" | grep -lF -f - /proc/[0-9]*/cmdline | cut -d / -f 3
  else
    ps -axww -o pid=,args= | awk 'index($0, ENVIRON["FOLDER"] "/") { print $1 }'
  fi
}

signal() {
  for server in $(servers); do kill "-$1" "$server"; done
}

for second in 1 2 3 4 5 6 7 8 9 10; do
  [ -n "$(servers)" ] || break
  # PostgreSQL's fast shutdown: it does not wait for its clients, and needs no recovery
  signal INT
  sleep 1
done
signal KILL
case $FOLDER in */layered-saga-*) rm -rf -- "$FOLDER" ;; esac
