import { FlagProvider, useFlag, useUnleashContext, useVariant } from '@unleash/proxy-client-react';
import { showPage } from './react-page.mjs';

showPage({ FlagProvider, useFlag, useUnleashContext, useVariant });
