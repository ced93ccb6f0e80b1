import { lazyPart } from '@wattyard/console-kit'

/** Draws "Move to…"; loaded when it is first opened. */
export const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)
