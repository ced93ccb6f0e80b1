import { lazyPart } from '@wattyard/console-kit'

/** "Move to…", loaded when it is first asked for. */
export const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)
