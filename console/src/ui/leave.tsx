import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { texts } from './forms/texts.ts';
import { markUnsaved } from './unsaved.ts';

/** `isDirty` is also called between two renderings: what was just saved is left at once. */
type Unsaved = {
  isDirty: () => boolean;
  /** Absent for a form that is not closed, but left with its page. */
  onClose?: () => void;
  words?: typeof texts.discard;
};

/** Has to be confirmed before unsaved input is lost, by closing its dialog or by leaving the page. */
export function useLeave({ isDirty, onClose, words = texts.discard }: Unsaved) {
  const [closing, setClosing] = useState(false);
  const dirty = isDirty();
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty]);
  const navigation = useBlocker({
    // Called with arguments, which `isDirty` of a form would take for the path of a field.
    shouldBlockFn: () => isDirty(),
    enableBeforeUnload: () => isDirty(),
    withResolver: true,
  });
  const stay = () => {
    setClosing(false);
    navigation.reset?.();
  };
  const leave = async () => {
    if (navigation.status === 'blocked') navigation.proceed();
    else onClose?.();
  };
  const asking = closing || navigation.status === 'blocked';
  // Mounted only then: otherwise the Escape that opens it would close it as well.
  const confirmation = asking && (
    <Confirm
      opened
      title={words.title}
      action={words.discard}
      stay={words.keep}
      onConfirm={leave}
      onClose={stay}
    >
      {words.note}
    </Confirm>
  );
  return { asking, confirmation, close: () => (isDirty() ? setClosing(true) : onClose?.()) };
}

/** For a form on a page. */
export const LeaveConfirmation = ({ isDirty }: Pick<Unsaved, 'isDirty'>) =>
  useLeave({ isDirty }).confirmation;
