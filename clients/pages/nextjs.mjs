import { FlagProvider, useFlag, useUnleashContext, useVariant } from '@unleash/nextjs/client';
import { showPage } from './react-page.mjs';

showPage({ FlagProvider, useFlag, useUnleashContext, useVariant });
