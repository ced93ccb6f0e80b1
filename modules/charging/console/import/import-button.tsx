import { ImportOutlined } from '@ant-design/icons'
import { lazyPart, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { IMPORT, useOpenImport } from './use-import-menu.tsx'

const ImportDrawer = lazyPart(async () => (await import('./import-drawer.tsx')).ImportDrawer)

/**
 * Draws the button that imports past sessions of another system, for the toolbar of a list of orders. With `inMenu` the page's
 * menu opens the import, and no button is drawn.
 */
export function ImportSessionsButton({ inMenu = false }: { inMenu?: boolean }) {
  const { t } = useWords()
  const mayImport = useMay(IMPORT)
  const [isOpen, open] = useOpenImport()
  if (!mayImport) return null
  return (
    <>
      {!inMenu && (
        <Button icon={<ImportOutlined />} onPointerEnter={() => ImportDrawer.preload()} onClick={() => open(true)}>
          {t('charging.importPage.button')}
        </Button>
      )}
      {isOpen && <ImportDrawer onClose={() => open(false)} />}
    </>
  )
}
