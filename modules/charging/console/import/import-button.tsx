import { ImportOutlined } from '@ant-design/icons'
import { lazyPart, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const ImportDrawer = lazyPart(async () => (await import('./import-drawer.tsx')).ImportDrawer)

/** Draws the button that imports past sessions of another system, for the toolbar of a list of orders. */
export function ImportSessionsButton() {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const mayImport = useMay('charging.importedSession:import')
  if (!mayImport) return null
  return (
    <>
      <Button icon={<ImportOutlined />} onPointerEnter={() => ImportDrawer.preload()} onClick={() => setOpen(true)}>
        {t('charging.importPage.button')}
      </Button>
      {open && <ImportDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
