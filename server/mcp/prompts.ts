import { asObject, codes, ProtocolError } from './messages.ts';

type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text: (values: Record<string, string>) => string;
};

const project = { name: 'project', description: 'Id of the project', required: true };
const flag = { name: 'flag', description: 'Name of the flag', required: true };
const environment = { name: 'environment', description: 'Name of the environment', required: true };

export const prompts: readonly Prompt[] = [
  {
    name: 'clean_up_stale_flags',
    title: 'Clean up stale flags',
    description: 'Finds the stale flags of a project and proposes which to remove, with evidence.',
    arguments: [project],
    text: (values) =>
      `Clean up the stale flags of the project ${values.project} in Pennon. Call find_stale_flags ` +
      'and consider the evidence for each flag: its lifecycle stage, when an application last ' +
      'used it, and where code still refers to it. List the flags in three groups: safe to ' +
      'archive now, code must be removed first (with files and lines), and in use. For those in ' +
      'the first group, call propose_archive with a reason after I have confirmed the list.',
  },
  {
    name: 'explain_flag',
    title: 'Explain a flag',
    description: 'Describes what a flag does in an environment, and for whom it is on.',
    arguments: [project, flag, environment],
    text: (values) =>
      `Explain the flag ${values.flag} of the project ${values.project} in the environment ` +
      `${values.environment} in Pennon: call get_flag and flag_history. Describe in a few ` +
      'sentences what it controls, for whom it is on, who changed it last and why. Use ' +
      'explain_evaluation with an example context to check your description.',
  },
  {
    name: 'plan_rollout',
    title: 'Plan a rollout',
    description: 'Proposes the steps of a gradual rollout of a flag.',
    arguments: [project, flag, environment],
    text: (values) =>
      `Plan a gradual rollout of the flag ${values.flag} of the project ${values.project} in the ` +
      `environment ${values.environment} in Pennon. Read its current state with get_flag and ` +
      'the health of the project with project_health. Suggest percentages, what to observe ' +
      'between the steps, and how to switch it off. Propose only the first step, with ' +
      'propose_rollout and dryRun true, and show me the difference.',
  },
];

const lengthMax = 100;

export function getPrompt(name: unknown, given: unknown) {
  const prompt = prompts.find((it) => it.name === name);
  if (!prompt) throw invalid(`Unknown prompt "${String(name)}".`);
  const values = asObject(given ?? {}) ?? {};
  const texts = prompt.arguments.map((argument) => {
    const value = values[argument.name];
    if (typeof value !== 'string' || value === '' || value.length > lengthMax) {
      throw invalid(`"${argument.name}" must be a text of 1 to ${lengthMax} characters.`);
    }
    return [argument.name, JSON.stringify(value)];
  });
  return {
    description: prompt.description,
    messages: [
      { role: 'user', content: { type: 'text', text: prompt.text(Object.fromEntries(texts)) } },
    ],
  };
}

const invalid = (message: string) => new ProtocolError(codes.invalidParams, message);
