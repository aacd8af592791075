import { useSentences } from '../../history/comparison/sentences.ts';
import type { LoggedEvent } from '../events/api.ts';
import type { NameOf } from '../events/names-in-summary.ts';
import { Spans, type SpansProps } from '../events/summary-spans.tsx';
import { composedSummary } from './composed.ts';

type Props = Omit<SpansProps, 'spans'> & { event: LoggedEvent; person: NameOf };

/** The summary of an event in the language of the console. */
export default function ComposedSummary({ event, person, ...shown }: Props) {
  const sentencesOf = useSentences();
  return <Spans {...shown} spans={composedSummary(event, { person, sentencesOf })} />;
}
