import {
  type Commands,
  print,
  type Terminal,
  UsageError,
  type Values,
} from '../server/terminal.ts';

/** `list` returns all commands. */
export const completionCommands = (list: () => Promise<Commands>): Commands => ({
  completion: {
    summary: 'Print the completions of a shell: bash, zsh or fish',
    arguments: ['shell'],
    options: {},
    examples: [
      'source <(pennon completion bash)',
      'pennon completion zsh > ~/.zsh/completions/_pennon',
      'pennon completion fish > ~/.config/fish/completions/pennon.fish',
    ],
    run: (terminal, values) => printCompletions(terminal, values, list),
  },
});

async function printCompletions(
  terminal: Terminal,
  { shell }: Values,
  list: () => Promise<Commands>,
): Promise<number> {
  const form = Object.hasOwn(forms, String(shell)) ? forms[String(shell)] : undefined;
  if (!form) throw new UsageError('The <shell> is bash, zsh or fish.');
  return print(terminal, form(await list()));
}

const optionsOf = (commands: Commands, name: string) =>
  [...Object.keys(commands[name]?.options ?? {}), 'help'].map((option) => `--${option}`);

const firstWords = (commands: Commands) => [
  ...new Set(Object.keys(commands).map((name) => name.split(' ', 1)[0] ?? '')),
];

const secondWords = (commands: Commands, first: string) =>
  Object.keys(commands)
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.slice(first.length + 1));

/** The words that follow a command, as the branches of a `case` of the shell. */
function branches(commands: Commands): string[] {
  const groups = firstWords(commands).filter((first) => secondWords(commands, first).length > 0);
  return [
    ...Object.keys(commands).map(
      (name) => `"${name}") words="${optionsOf(commands, name).join(' ')}" ;;`,
    ),
    ...groups.map((group) => `"${group}") words="${secondWords(commands, group).join(' ')}" ;;`),
    `"") words="${firstWords(commands).join(' ')}" ;;`,
  ].map((line) => `    ${line}`);
}

const bash = (commands: Commands) => `# Completions of pennon for bash.
_pennon() {
  local words="" command="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="\${command:+$command }$word" ;; esac
  done
  # Arguments are no part of the name of a command.
  case "$command" in
${cutters(commands)}
  esac
  case "$command" in
${branches(commands).join('\n')}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -o default -F _pennon pennon`;

/** Longer names first, so that "flags list" is not cut to "flags". */
const cutters = (commands: Commands) =>
  Object.keys(commands)
    .sort((a, b) => b.length - a.length)
    .map((name) => `    "${name} "*) command="${name}" ;;`)
    .join('\n');

const zsh = (commands: Commands) => `#compdef pennon
# Completions of pennon for zsh.
_pennon() {
  local words_of="" command="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) ;; *) command="\${command:+$command }$word" ;; esac
  done
  case "$command" in
${cutters(commands)}
  esac
  case "$command" in
${branches(commands).join('\n').replaceAll(' words="', ' words_of="')}
  esac
  if [[ -n "$words_of" ]]; then
    compadd -- \${=words_of} && return
  fi
  _files
}
if [ "$funcstack[1]" = "_pennon" ]; then
  _pennon "$@"
else
  compdef _pennon pennon
fi`;

/** Compares from the first word, because `apply` is a command and `requests apply` is another. */
const fishFunctions = `function __pennon_words
  string match --invert -- '-*' (commandline -opc)[2..]
end
function __pennon_group
  set -l words (__pennon_words)
  test "$words" = "$argv"
end
function __pennon_command
  set -l words (__pennon_words)
  string match --quiet -- "$argv *" "$words "
end`;

function fish(commands: Commands): string {
  const lines = ['# Completions of pennon for fish.', fishFunctions];
  for (const first of firstWords(commands)) {
    const second = secondWords(commands, first).join(' ');
    lines.push(`complete -c pennon -f -n __fish_use_subcommand -a '${first}'`);
    if (second) lines.push(`complete -c pennon -f -n '__pennon_group ${first}' -a '${second}'`);
  }
  for (const [name, { options }] of Object.entries(commands)) {
    for (const [option, { short, type }] of Object.entries(options)) {
      const parts = [
        `complete -c pennon -n '__pennon_command ${name}' -l ${option}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(type === 'string' ? ['-r'] : []),
      ];
      lines.push(parts.join(' '));
    }
  }
  return lines.join('\n');
}

const forms: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };
