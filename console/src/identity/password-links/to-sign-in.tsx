import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

export const ToSignIn = () => (
  <Anchor component={Link} to={paths.signIn} size="sm">
    Sign in
  </Anchor>
);
