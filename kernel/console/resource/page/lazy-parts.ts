import { lazyPart } from '../../ui/lazy-part.tsx'

export const EditDrawer = lazyPart(async () => (await import('../edit-drawer.tsx')).EditDrawer)
export const ExportDialog = lazyPart(async () => (await import('../../exchange/export-dialog.tsx')).ExportDialog)
export const ImportDialog = lazyPart(async () => (await import('../../exchange/import-dialog.tsx')).ImportDialog)
