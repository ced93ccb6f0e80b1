import { GlobalOutlined } from '@ant-design/icons'
import { lazyPart, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

/** Forms are not what somebody who looks at a map waits for. */
const MapPacks = lazyPart(async () => (await import('./map-packs.tsx')).MapPacks)

/** The way to the grounds of maps, for who may see them. */
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
