import { Anchor, Box, Burger, Button, Group, Kbd, NavLink, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { type Me, useMay } from '../identity/session/api.ts';
import { MaintenanceBanner } from '../installation/settings/maintenance-banner.tsx';
import { paths } from '../paths.ts';
import { PennonMark, SearchIcon } from '../ui/icons.tsx';
import { usePlainLink } from '../ui/plain-link.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { loadContainer } from '../ui/toasts.tsx';
import { navigation } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './shell.module.css';
import { texts } from './texts.ts';
import { ToReviewCount } from './to-review-count.tsx';
import { UserMenu } from './user-menu.tsx';

const Bell = lazy(() => import('../inbox/bell/bell.tsx'));
const Palette = lazy(() => import('./palette.tsx'));
const Shortcuts = lazy(() => import('../ui/shortcuts/shortcuts.tsx'));
const SavedViews = lazy(() => import('../views/saved/sidebar.tsx'));

const mainId = 'main';

/** After what the page needs; an error must also be shown when the connection is lost. */
function loadToastsLater(): void {
  const load = () => void loadContainer().catch(() => {});
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 5000 });
  else setTimeout(load, 2000);
}

/** Header, menu and palette around every page. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [menuOpened, menu] = useDisclosure(false);
  const [paletteOpened, palette] = useDisclosure(false);
  const [shortcutsOpened, shortcuts] = useDisclosure(false);
  useHotkeys([['mod+K', palette.open]], []);
  // Not every keyboard needs Shift for it.
  useHotkeys([
    ['shift+?', shortcuts.open],
    ['?', shortcuts.open],
  ]);
  useEffect(loadToastsLater, []);
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={menuOpened}
              onClick={menu.toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={texts.menu}
              aria-expanded={menuOpened}
            />
            <Home />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <PaletteButton onClick={palette.open} />
            <Suspense fallback={<Box w={30} />}>
              <Bell username={me.user.username} />
            </Suspense>
            <UserMenu user={me.user} onShortcuts={shortcuts.open} />
          </Group>
        </Group>
      </header>
      <nav className={styles.menu} aria-label={texts.pages} data-opened={menuOpened || undefined}>
        <Pages onLeave={menu.close} />
        <Suspense>
          <SavedViews onLeave={menu.close} />
        </Suspense>
      </nav>
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <OfflineBanner />
        <MaintenanceBanner />
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </main>
      <Suspense>
        {paletteOpened && <Palette onClose={palette.close} />}
        {shortcutsOpened && <Shortcuts onClose={shortcuts.close} />}
      </Suspense>
    </div>
  );
}

/** The first stop of Tab: it leads past the menu. */
function SkipLink() {
  return (
    <a
      className="skip-link"
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {texts.skip}
    </a>
  );
}

function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<SearchIcon size={15} />}
      onClick={onClick}
      aria-label={`${texts.goTo} ${texts.goToKeys}`}
      aria-keyshortcuts="Control+K"
    >
      <Text span size="sm" visibleFrom="sm" mr={8}>
        {texts.goTo}
      </Text>
      <Kbd size="xs" visibleFrom="sm">
        {texts.goToKeys}
      </Kbd>
    </Button>
  );
}

function Home() {
  return (
    <Anchor component={Link} to={paths.home} underline="never" c="inherit">
      <Group gap={6} wrap="nowrap">
        <PennonMark />
        <Text fw={700}>Pennon</Text>
      </Group>
    </Anchor>
  );
}

function Pages({ onLeave }: { onLeave: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { mayAnywhere } = useMay();
  const entries = navigation.filter(({ permission }) => !permission || mayAnywhere(permission));
  const sections = [...new Set(entries.map(({ section }) => section))];
  return sections.map((section) => (
    <div key={section}>
      {sections.length > 1 && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
          {texts.sections[section]}
        </Text>
      )}
      {entries
        .filter((entry) => entry.section === section)
        .map((entry) => (
          <Entry
            key={entry.to}
            {...entry}
            active={pathname === entry.to || pathname.startsWith(`${entry.to}/`)}
            onLeave={onLeave}
          />
        ))}
    </div>
  ));
}

type EntryProps = (typeof navigation)[number] & { active: boolean; onLeave: () => void };

function Entry({ to, label, icon: Icon, active, onLeave }: EntryProps) {
  const { onClick, ...link } = usePlainLink(to);
  return (
    <NavLink
      {...link}
      label={label}
      leftSection={<Icon />}
      rightSection={to === paths.changeRequests && <ToReviewCount />}
      active={active}
      {...(active ? { 'aria-current': 'page' } : {})}
      onClick={(event) => {
        onClick(event);
        onLeave();
      }}
    />
  );
}
