import { ClusterOutlined } from '@ant-design/icons'
import { lazyPart, useMay, useTabQuery, useWords, withParams } from '@wattyard/console-kit'
import { Button } from 'antd'

const NewStationWizard = lazyPart(async () => (await import('./new-station-wizard.tsx')).NewStationWizard)
/** URL parameter that opens the wizard. */
const PARAM = 'new'
const WITH_PILES = 'withPiles'

/** Draws the button of the wizard for a new station with its piles, for people who may create both. */
export function NewStationButton() {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  const mayStation = useMay('assets.station:create')
  const mayPile = useMay('assets.pile:create')
  const open = (on: boolean): void =>
    setParams(before => withParams(before, { [PARAM]: on ? WITH_PILES : null }), { replace: true })
  if (!mayStation || !mayPile) return null
  return (
    <>
      <Button icon={<ClusterOutlined />} onPointerEnter={NewStationWizard.preload} onClick={() => open(true)}>
        {t('assets.newStation.title')}
      </Button>
      {params.get(PARAM) === WITH_PILES && <NewStationWizard onClose={() => open(false)} />}
    </>
  )
}
