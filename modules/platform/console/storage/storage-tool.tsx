import { lazyPart, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const StorageDialog = lazyPart(async () => (await import('./storage-dialog.tsx')).StorageDialog)

/** Draws the button of the storage, on the page of roles. */
export function StorageTool() {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPointerEnter={StorageDialog.preload} onClick={() => setOpen(true)}>
        {t('platform.storage.open')}
      </Button>
      {isOpen && <StorageDialog onClose={() => setOpen(false)} />}
    </>
  )
}
