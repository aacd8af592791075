import { changeSentence } from '../../approvals/change-request/change-sentence.ts';
import type { PlannedChange } from '../../history/comparison/api.ts';
import { paths, pathTo } from '../../paths.ts';
import type { Span } from '../../ui/markdown.ts';
import { accountName } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import type { LoggedEvent } from '../events/api.ts';
import { aboutUsers, type NameOf, type ShownSpan } from '../events/names-in-summary.ts';
import { eventLabel } from '../labels/label.ts';
import { changeOf } from './changes-of-events.ts';
import { memberChanges } from './member-changes.ts';
import { texts as text } from './texts.ts';

type Names = {
  person: NameOf;
  /** What a change did, in the words of comparisons. */
  sentencesOf: (change: PlannedChange) => string[];
};

/** Who changed what, and where: `Ada: Flag enabled – dark-mode, environment live, project Shop`. */
export function composedSummary(event: LoggedEvent, names: Names): ShownSpan[] {
  const change = changeOf(event);
  const sentences = change === undefined ? [] : [...new Set(names.sentencesOf(change))];
  const what = sentences.join('; ') || labelOf(event);
  const described = sentences.length > 0;
  const subjects = described && event.type === 'segment-updated' ? [] : subjectsOf(event, names);
  const about = [...subjects, ...placesOf(event, described)];
  const members = described ? [] : memberChanges(event);
  return [
    creatorOf(event, names),
    plain(`: ${what}`),
    ...about.flatMap(({ noun, span }, index) => [
      plain(index > 0 ? ', ' : ' – '),
      ...(noun === '' || what.startsWith(noun) ? [] : [plain(`${noun} `)]),
      span,
    ]),
    ...(members.length > 0 ? [plain(` (${members.join('; ')})`)] : []),
  ];
}

/** With the proposed change, where the event is about one. */
function labelOf(event: LoggedEvent): string {
  const label = eventLabel(event);
  if (!requestEdits.includes(event.type)) return label;
  const before: Record<string, unknown> = { ...event.preData };
  const after: Record<string, unknown> = { ...event.data };
  const { action, payload } = { ...before, ...after };
  if (typeof action === 'string') return `${label}: ${changeSentence({ action, payload })}`;
  return before.title !== undefined && before.title !== after.title ? text.titleChanged : label;
}

const requestEdits = ['change-added', 'change-edited', 'change-discarded'];

type About = { noun: string; span: ShownSpan };

function creatorOf({ createdBy, createdByUserId }: LoggedEvent, { person }: Names) {
  const name = accountName(createdByUserId) ?? person(createdByUserId) ?? createdBy;
  return name === createdBy ? strong(name) : { ...strong(name), title: createdBy };
}

/** The items and people that the event refers to, but its flag, environment and project. */
function subjectsOf(event: LoggedEvent, names: Names): About[] {
  const { type, project, featureName } = event;
  const request = memberOf(event, 'changeRequestId');
  if (request !== '') {
    const href = pathTo(paths.changeRequest, { projectId: project ?? '', id: request });
    return [{ noun: text.changeRequest, span: { ...strong(`#${request}`), href } }];
  }
  if (aboutUsers.test(type)) {
    const id = memberOf(event, 'userId');
    const user = memberOf(event, 'username', 'email') || (names.person(Number(id)) ?? '');
    const group = memberOf(event, 'groupName');
    return [about(text.user, user), about(text.group, group)].flat();
  }
  const nameless = featureName !== null && !type.startsWith('view-');
  if (nameless || /^(project-|default-strategy-)/.test(type)) return [];
  if (type.startsWith('tag-') && !type.startsWith('tag-type-')) {
    return about('', [memberOf(event, 'type'), memberOf(event, 'value')].join(':'));
  }
  return about('', memberOf(event, ...nameMembers));
}

/** Those that name the subject of an event, the best first. */
const nameMembers = [
  'name',
  'tokenName',
  'groupName',
  'username',
  'email',
  'provider',
  'appName',
  'message',
  'description',
  'id',
];

function placesOf(event: LoggedEvent, isEnvironmentNamed: boolean): About[] {
  const { type, project, environment, featureName } = event;
  const isGone = /-(archived|deleted)$/.test(type);
  const flag = about(ui.common.flag, featureName ?? '').map(({ noun, span }) => {
    if (isGone || project === null || featureName === null) return { noun, span };
    return {
      noun,
      span: { ...span, href: pathTo(paths.flag, { projectId: project, featureName }) },
    };
  });
  const isSubject = isEnvironmentNamed || memberOf(event, 'name') === environment;
  return [
    ...flag,
    ...about(ui.common.environment, isSubject ? '' : (environment ?? '')),
    ...about(ui.common.project, project ?? '').map(({ noun, span }) => ({
      noun,
      span: { ...span, href: pathTo(paths.project, { projectId: project ?? '' }) },
    })),
  ];
}

const about = (noun: string, name: string): About[] =>
  name === '' ? [] : [{ noun, span: strong(name) }];

/** The first of the members with a text, after the change or before it. */
function memberOf({ data, preData }: LoggedEvent, ...names: string[]): string {
  const [after, before] = [{ ...data }, { ...preData }] as Record<string, unknown>[];
  const values = names.flatMap((name) => [after?.[name], before?.[name]]);
  return String(values.find((value) => /^(string|number)$/.test(typeof value) && value) ?? '');
}

const strong = (value: string): Span => ({ text: value, bold: true });
const plain = (value: string): Span => ({ text: value, bold: false });
