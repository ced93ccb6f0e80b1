import { PileHead } from '@wattyard/assets/console'
import { Ago, type SectionProps, useMay, useWords } from '@wattyard/console-kit'
import { usePileNow } from './use-pile-now.ts'

/** Draws the live status of a pile, and when it was last heard of. */
export function PileStanding({ record, labels }: SectionProps) {
  const mayRead = useMay('gateway.pile:read')
  return (
    <span className="w-row w-wrap">
      <PileHead record={record} labels={labels} />
      {mayRead && <LastContact pileId={record.id} />}
    </span>
  )
}

function LastContact({ pileId }: { pileId: string }) {
  const { t } = useWords()
  const { data } = usePileNow(pileId)
  if (!data?.pile?.lastSeenAt) return null
  return (
    <span className="w-quiet">
      {t('gateway.pilePage.lastSeen')} <Ago at={data.pile.lastSeenAt} />
    </span>
  )
}
