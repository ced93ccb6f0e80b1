import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../words/use-words.ts'
import { ShareList } from './share-list.tsx'

/** Draws a drawer with the share links of a resource's records. */
export function SharesDrawer({ resource, onClose }: { resource: string; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog open kind="drawer" width={560} title={t('kit.sheet.links')} onClose={onClose}>
      <ShareList of={{ resource }} />
    </Dialog>
  )
}
