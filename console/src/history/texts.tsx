import type { ReactNode } from 'react';
import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.tsx';

const en = {
  comparison: {
    title: 'What changed',
    copyLink: 'Copy the link to this comparison',
    before: 'Before',
    after: 'After',
    /** The times of both versions; `from` is undefined if the flag did not exist. */
    sides: (from: ReactNode, to: ReactNode, current: boolean): ReactNode => (
      <>
        Before: {from ?? 'the flag did not exist'} · After: {to}
        {current && ' (current)'}
      </>
    ),
    same: 'The two versions are the same.',
    showUnchanged: 'Show unchanged values',
    noChanges: 'No changes',
    allDifferences: 'All differences',
    marks: { changed: 'Changed', added: 'Added', removed: 'Removed' },
    deletedSegment: 'a deleted segment',

    rows: {
      ofFlag: 'All environments',
      state: 'State',
      variants: 'Variants',
      strategy: (number: number) => `Strategy ${number}`,
      stale: 'Stale',
      impressionData: 'Impression data',
      archived: 'Archived',
      tags: 'Tags',
      dependsOn: 'Depends on',
      parentOff: (flag: string) => `${flag} being off`,
      parentVariants: (flag: string, variants: readonly string[]) =>
        `${flag} with variant ${variants.join(' or ')}`,
      links: 'Links',
    },
  },

  /** Changes in words. */
  sentences: {
    none: 'none',
    and: 'and',
    or: 'or',
    more: (count: number) => `${formatNumber(count)} more`,
    quoted: (value: string) => `"${value}"`,
    changed: (what: string) => `${what} changed`,
    changedFrom: (what: string, from: string, to: string) =>
      `${what} changed from ${from} to ${to}`,
    ofStrategy: (part: string, strategy: string, environment: string) =>
      `${part} of ${strategy} in ${environment}`,
    ofSegment: (part: string, segment: string) => `${part} of segment ${segment}`,
    parts: {
      type: 'Type',
      name: 'Name',
      description: 'Description',
      project: 'Project',
      title: 'Title',
      constraints: 'Constraints',
      segments: 'Segments',
      variants: 'Variants',
      position: 'Position',
      rollout: 'Rollout',
      stickiness: 'Stickiness',
      groupId: 'Group',
      linkUrl: 'URL of a link',
      linkTitle: 'Title of a link',
    },
    flagCreated: (flag: string) => `Flag ${flag} created`,
    tagAdded: (tag: string) => `Tag ${tag} added`,
    tagRemoved: (tag: string) => `Tag ${tag} removed`,
    linkAdded: (url: string) => `Link ${url} added`,
    linkRemoved: (url: string) => `Link ${url} removed`,
    revived:
      'Revived from the archive: off everywhere, and its lifecycle starts from the beginning',
    archived: 'Archived',
    dependsOn: (parent: string) => `Depends on ${parent}`,
    independentOf: (parent: string) => `No longer depends on ${parent}`,
    switched: (on: boolean, environment: string) =>
      `Switched ${on ? 'on' : 'off'} in ${environment}`,
    strategyAdded: (strategy: string, environment: string) =>
      `Strategy ${strategy} added in ${environment}`,
    strategyRemoved: (strategy: string, environment: string) =>
      `Strategy ${strategy} removed in ${environment}`,
    strategySwitched: (strategy: string, enabled: boolean, environment: string) =>
      `Strategy ${strategy} ${enabled ? 'enabled' : 'disabled'} in ${environment}`,
    orderIn: (environment: string) => `Order of the strategies in ${environment}`,
    variantsIn: (environment: string) => `Variants in ${environment}`,
    segmentCreated: (segment: string) => `Segment ${segment} created`,
    segmentDeleted: (segment: string) => `Segment ${segment} deleted`,
    stale: (marked: boolean): string => (marked ? 'Marked as stale' : 'No longer marked as stale'),
    impressionData: (on: boolean) => `Impression data switched ${on ? 'on' : 'off'}`,
  },

  restore: {
    plan: 'What will change',
    appliedAtOnce: 'Applied at once',
    toRequest: (environment: string) =>
      `Added to your change request for ${environment}, where changes need approval`,
    applied: 'Applied',
    addedToRequest: 'Added to your change request',
    addedTo: (link: ReactNode, environment: string): ReactNode => (
      <>
        Added to {link}. {environment} changes when it is approved and applied.
      </>
    ),
    request: (id: number | null | undefined) => `change request #${id}`,
    notProposed: 'This cannot be proposed now',
    inConflict: (link: ReactNode, flag: string): ReactNode => (
      <>
        Your {link} already changes {flag}, in conflict with what others changed since. Edit or
        discard it first.
      </>
    ),
    done: 'Done',

    version: {
      title: 'Restore this version?',
      action: 'Restore',
      done: 'Version restored',
      impossible: 'This version cannot be restored',
      unchanged: 'Nothing to restore: the flag is already as it was then.',
      asOf: (time: string) => `The flag as it was on ${time}.`,
      scope: 'What to restore',
      wholeFlag: 'The whole flag',
      someEnvironments: 'Selected environments',
      selectOne: 'Select at least one',
    },

    undo: {
      open: 'Undo this change…',
      title: 'Undo this change?',
      action: 'Undo change',
      done: 'Change undone',
      impossible: 'This change cannot be undone',
      noEarlierVersion:
        'This change cannot be undone, because no earlier version of the flag is stored.',
      unchanged: 'Nothing to undo: the flag is already as it was before this change.',
      change: (headline: ReactNode, ago: ReactNode): ReactNode => (
        <>
          {headline}, {ago}. Later changes are not affected.
        </>
      ),
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
