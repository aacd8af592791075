import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { texts } from '../texts.tsx';

export const ToSignIn = () => (
  <Anchor component={Link} to={paths.signIn} size="sm">
    {texts.shared.signIn}
  </Anchor>
);
