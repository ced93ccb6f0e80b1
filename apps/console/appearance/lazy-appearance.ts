import { lazyPart } from '@wattyard/console-kit'

/** The choice of colours and size, fetched when somebody is about to open it. */
export const LazyAppearance = lazyPart(async () => (await import('./appearance-panel.tsx')).AppearancePanel)
