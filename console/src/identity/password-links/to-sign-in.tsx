import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { texts } from '../texts.tsx';

/** With a login, the form is filled with it. */
export const ToSignIn = ({ login }: { login?: string }) => (
  <Anchor
    size="sm"
    renderRoot={(props) => <Link {...props} to={paths.signIn} search={{ login }} />}
  >
    {texts.shared.signIn}
  </Anchor>
);
