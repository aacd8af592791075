import type { ReactNode } from 'react';
import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.tsx';

const en = {
  integrations: {
    title: 'Integrations',
    note: 'Send events to chats, monitoring and other services, in order and at least once.',
    noun: { one: 'integration', many: 'integrations' },
    empty:
      'An integration sends each event that matches its filter to a target, such as a Slack channel.',
    deleteNote: (name: ReactNode): ReactNode => (
      <>{name} receives no more events, and its list of deliveries is deleted.</>
    ),
    kind: 'Kind',
    state: 'State',
    created: 'Created',
    states: { active: 'Active', failing: 'Failing', parked: 'Parked', disabled: 'Disabled' },
    secretOf: (name: string) => `Signing secret of ${name}`,

    filter: {
      every: 'All events',
      labels: {
        project: 'project',
        feature: 'flag',
        type: 'type',
        createdBy: 'by',
        environment: 'environment',
        tag: 'tag',
        query: 'text',
        from: 'from',
        to: 'up to',
      },
      is: (label: string, values: string) => `${label} ${values}`,
      isNot: (label: string, values: string) => `${label} not ${values}`,
    },

    form: {
      newTitle: 'New integration',
      newOfKind: (kind: string) => `New integration: ${kind}`,
      editTitle: (name: string) => `Edit ${name}`,
      createAction: 'Create integration',
      saved: (name: string) => `Saved ${name}`,
      enabled: 'Enabled',
      enabledNote: 'Events recorded while it is disabled are not sent later',
      showText: 'Show the text',
      eventsNote: 'Without a filter, all events are sent',
      text: 'Text in the change',
      preview: 'Newest matching events',
      noMatch: 'No recorded event matches.',
      matching: (count: number) =>
        count === 1
          ? '1 recorded event matches:'
          : `${formatNumber(count)} recorded events match; the newest:`,
    },

    page: {
      title: 'Integration',
      summary: (kind: string | undefined, filter: ReactNode): ReactNode => (
        <>
          {kind}: {filter}
        </>
      ),
      test: 'Send a test',
      testDelivered: 'The target accepted the test',
      testFailed: 'The test failed',
      parked: (ago: ReactNode): ReactNode => (
        <>Parked {ago}, because deliveries failed. Events wait until you resume it.</>
      ),
      failing: (attempts: number, first: ReactNode, next: ReactNode): ReactNode => (
        <>
          {attempts === 1
            ? '1 failed attempt'
            : `${formatNumber(attempts)} failed attempts, the first`}{' '}
          {first}. Next attempt: {next}. Events wait meanwhile.
        </>
      ),
      resume: 'Resume',
      tryNow: 'Try now',
    },

    rotate: {
      action: 'Rotate secret',
      title: 'Rotate the signing secret?',
      note: 'For a day, requests are signed with both secrets. Replace the secret of the receiver within that time.',
    },

    deliveries: {
      title: 'Deliveries',
      note: 'The newest 50 attempts.',
      empty: 'Nothing has been sent yet.',
      time: 'Time',
      cause: 'Cause',
      causes: { event: 'Event', replay: 'Replay', test: 'Test' },
      result: 'Result',
      duration: 'Duration',
      milliseconds: (count: number) => `${formatNumber(count)} ms`,
      noEvents: 'None',
      fromTo: (first: ReactNode, last: ReactNode): ReactNode => (
        <>
          {first} to {last}
        </>
      ),
      status: (status: number) => `Status ${status}`,
      sent: 'Sent',
      noResponse: 'No response',
      details: 'Details',
      detailsOf: (id: number) => `Details of delivery ${id}`,
      delivery: (id: number) => `Delivery ${id}`,
      after: (result: string, duration: string) => `${result} after ${duration}.`,
    },

    sendAgain: {
      button: 'Send again',
      only: 'Only these events',
      from: (id: number) => `All events from ${id} on`,
      title: (id: number) => `Send all events from ${id} on?`,
      note: (id: number) =>
        `Every matching event from ${id} on is sent again, with the same ID. Receivers that do not recognise IDs process them twice.`,
      sent: 'Sent again',
      failed: 'It could not be sent again',
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
