# Sourced by the commands that start a program of this project, which go on in its root: check FOLDER/COMMAND ARGUMENT…, then launch.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() { echo "$name: $*" >&2; exit 1; }
misuse() { echo "$name: $*" >&2; exit 2; }
has() { [[ $given == *" $1 "* ]]; }

# answers --help from FOLDER/COMMAND.help and refuses what does not fit it, before anything is built. Tests keep that file equal to what
# the program says of itself.
check() {
  local argument option value line form kind help=$1.help
  module=${1%/*} name=${1##*/} given=' '
  shift
  for argument; do
    if [[ $argument == --help || $argument == -h ]]; then exec cat "$help"; fi
  done
  while (($#)); do
    option=${1%%=*}
    if [[ $1 != -* ]]; then
      grep -q '^ *\[[A-Z]*\.\.\.\] ' "$help" || misuse "unexpected argument '$1'; --help says more"
    else
      # found in a line such as '      --data=FOLDER   keep the databases'
      [[ $option =~ ^-[a-zA-Z-]+$ ]] && line=$(grep -m 1 -oE "^ {2,6}(-[a-zA-Z], )?$option(=[^ ]+)?([ ,]|\$)" "$help") ||
        misuse "unknown option '$option'; --help lists them"
      given+="$option "
      if [[ $line == *=* ]]; then
        if [[ $1 == *=* ]]; then value=${1#*=}; else value=${2-}; fi
        kind=${line#*=} kind=${kind% } form='^[^-]'
        case $kind in
          N | SECONDS | MINUTES) kind='a whole number' form='^[0-9]+$' ;;
          DURATION) kind='a duration such as 90s or 5m' form='^([0-9.]+[hms])+$' ;;
        esac
        [[ $value =~ $form ]] || misuse "$option takes $kind, not '$value'"
        [[ $1 == *=* ]] || shift
      elif [[ $1 == *=* ]]; then
        misuse "$option takes no value"
      fi
    fi
    shift
  done
}

# takes what the running ./run has left for others, its tokens and ports, unless the environment says otherwise
follow_run() {
  local variable value
  [[ -r testbed/system/target/tokens ]] || return 0
  while IFS='=' read -r variable value; do
    [[ -n ${!variable-} ]] || export "$variable=$value"
  done <testbed/system/target/tokens
}

compile() { java=$(testbed/find-java) && classpath=$(testbed/build "$module"); }

# launch CLASS JVM-OPTIONS [ARGUMENT…]: compiles what is not compiled yet and becomes the class below dev.layeredsaga.testbed
launch() {
  [[ -n ${classpath-} ]] || compile
  exec "$java" $2 --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -cp "$classpath" "dev.layeredsaga.testbed.$1" "${@:3}"
}
