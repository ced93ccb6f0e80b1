import { connector, pile } from '@wattyard/assets/contract'
import { ErrorState, useList, useOnPaper, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { ConnectorRow, PileRow } from './below-rows.tsx'
import { RowsOnPaper } from './rows-on-paper.tsx'
import { PlaceRow } from './place-row.tsx'
import { placeIn, usePlacesBelow, usePrices } from './read-prices.ts'

/** Number of piles of a station shown; the list of piles has the rest. */
const MAX_PILES = 200
const MAX_CONNECTORS = 16

interface Named {
  readonly id: string
  readonly name: string
  readonly code: string
}

/** Draws the stations of a page with what people unfold below them; on paper, where nobody unfolds, all of it. */
export function StationRows({ stations }: { stations: readonly Named[] }) {
  const { t } = useWords()
  const { answer, error, retry } = usePrices(
    'station',
    stations.map(station => station.id),
  )
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  const isOnPaper = useOnPaper()
  const below = usePlacesBelow(
    stations.map(station => station.id),
    answer !== undefined,
  )
  return (
    <>
      {error !== null && <Failed error={error} onRetry={retry} />}
      {stations.map(({ id, name, code }) => {
        const isOpen = opened.has(id)
        const toggle = (): void =>
          setOpened(before => (isOpen ? before.difference(new Set([id])) : before.union(new Set([id]))))
        return (
          <tbody key={id}>
            <PlaceRow
              place={{ level: 'station', id, name }}
              detail={code}
              depth={0}
              effective={placeIn(answer, id)}
              answer={answer}
              open={{ isOpen, toggle }}
            />
            {isOnPaper && below ? <RowsOnPaper stationId={id} below={below} /> : isOpen && <PileRows stationId={id} />}
          </tbody>
        )
      })}
      {isOnPaper && below && below.left > 0 && (
        <tbody>
          <NoteRow text={t('pricing.places.notOnPaper', { count: below.left })} />
        </tbody>
      )}
    </>
  )
}

function PileRows({ stationId }: { stationId: string }) {
  const { t } = useWords()
  const piles = useList(pile, { 'filter.station': stationId, page: 1, pageSize: MAX_PILES })
  const list = piles.data?.list ?? []
  const { answer } = usePrices(
    'pile',
    list.map(one => one.id),
  )
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  if (piles.error && !piles.data) return <FailedRow error={piles.error} onRetry={() => void piles.refetch()} />
  if (piles.data && list.length === 0) return <NoteRow text={t('pricing.places.noPiles')} />
  return list.map(one => {
    const { id } = one
    const isOpen = opened.has(id)
    const toggle = (): void =>
      setOpened(before => (isOpen ? before.difference(new Set([id])) : before.union(new Set([id]))))
    return [
      <PileRow key={id} pile={one} answer={answer} open={{ isOpen, toggle }} />,
      isOpen && <ConnectorRows key={`${id} connectors`} pileId={id} />,
    ]
  })
}

function ConnectorRows({ pileId }: { pileId: string }) {
  const connectors = useList(connector, { 'filter.pile': pileId, page: 1, pageSize: MAX_CONNECTORS })
  const list = connectors.data?.list ?? []
  const { answer } = usePrices(
    'connector',
    list.map(one => one.id),
  )
  if (connectors.error && !connectors.data)
    return <FailedRow error={connectors.error} onRetry={() => void connectors.refetch()} />
  return list.map(one => <ConnectorRow key={one.id} connector={one} answer={answer} />)
}

function NoteRow({ text }: { text: string }) {
  return (
    <tr>
      <td colSpan={7} className="w-quiet pr-note-row">
        {text}
      </td>
    </tr>
  )
}

function FailedRow({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <tr>
      <td colSpan={7}>
        <ErrorState error={error} onRetry={onRetry} />
      </td>
    </tr>
  )
}

function Failed(props: { error: unknown; onRetry: () => void }) {
  return (
    <tbody>
      <FailedRow {...props} />
    </tbody>
  )
}
