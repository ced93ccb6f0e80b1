import { GlobalOutlined } from '@ant-design/icons'
import { lazyPart, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

/** Loaded on demand, because most readers of the map never open the forms. */
const MapPacks = lazyPart(async () => (await import('./map-packs.tsx')).MapPacks)

/** Draws a button that opens the grounds of maps, for people who may read them. */
export function MapPacksButton() {
  const { t } = useWords()
  const mayRead = useMay('assets.mapPack:read')
  const [isOpen, setOpen] = useState(false)
  if (!mayRead) return null
  return (
    <>
      <Button size="small" icon={<GlobalOutlined />} onPointerEnter={MapPacks.preload} onClick={() => setOpen(true)}>
        {t('assets.mapPackPage.manage')}
      </Button>
      {isOpen && <MapPacks onClose={() => setOpen(false)} />}
    </>
  )
}
