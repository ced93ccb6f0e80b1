import { KeyOutlined } from '@ant-design/icons'
import { lazyPart, useMay, useTabQuery, useWords, withParams } from '@wattyard/console-kit'
import { Button } from 'antd'
import { KEYS_PARAM } from './keys-param.ts'

const KeysOfMany = lazyPart(async () => (await import('./keys-of-many.tsx')).KeysOfMany)
const ALL = 'all'

/** Draws the button that gives keys to piles without one, such as after an import; the URL says which station's. */
export function KeysButton() {
  const { t } = useWords()
  const mayMake = useMay('gateway.credential:create')
  const [params, setParams] = useTabQuery()
  const asked = params.get(KEYS_PARAM)
  const show = (value: string | null): void =>
    setParams(before => withParams(before, { [KEYS_PARAM]: value }), { replace: true })
  if (!mayMake) return null
  return (
    <>
      <Button icon={<KeyOutlined />} onPointerEnter={KeysOfMany.preload} onClick={() => show(ALL)}>
        {t('gateway.firstKey.open')}
      </Button>
      {asked !== null && <KeysOfMany {...(asked === ALL ? {} : { station: asked })} onClose={() => show(null)} />}
    </>
  )
}
