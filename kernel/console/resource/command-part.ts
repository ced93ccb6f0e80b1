import { lazyPart } from '../ui/lazy-part.tsx'

/** Draws the question and form of a command, for pages of their own; loaded when it is first shown. */
export const CommandDialogPart = lazyPart(async () => (await import('./command-dialog.tsx')).CommandDialog)
