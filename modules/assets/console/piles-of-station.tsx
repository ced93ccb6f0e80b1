import {
  EmptyState,
  ErrorState,
  linkToRecord,
  Power,
  type SectionProps,
  Skeleton,
  StatusTag,
  useList,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { pile } from '../contract/pile.ts'

const MAX_SHOWN = 200

/** Piles of one station, each leading to its own page. */
export function PilesOfStation({ record }: SectionProps) {
  const { t } = useWords()
  const piles = useList(pile, { page: 1, pageSize: MAX_SHOWN, 'filter.station': record.id })
  if (piles.error) return <ErrorState error={piles.error} onRetry={() => void piles.refetch()} />
  if (!piles.data) return <Skeleton lines={4} />
  if (piles.data.list.length === 0) return <EmptyState title={t('assets.stationPage.noPiles')} />
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('assets.pile.code')}</th>
            <th>{t('assets.pile.name')}</th>
            <th>{t('assets.pile.currentType')}</th>
            <th>{t('assets.pile.power')}</th>
            <th>{t('assets.pile.connectorCount')}</th>
            <th>{t('assets.pile.status')}</th>
          </tr>
        </thead>
        <tbody>
          {piles.data.list.map(one => (
            <tr key={one.id}>
              <td>
                <Link to={linkToRecord('assets.pile', one.id) ?? '#'}>{one.code}</Link>
              </td>
              <td>{one.name}</td>
              <td>{t(`assets.pile.currentTypeValue.${one.currentType}`)}</td>
              <td className="w-num">
                <Power watts={one.power} />
              </td>
              <td className="w-num">{one.connectorCount}</td>
              <td>
                <StatusTag of="assets.pile.status" value={one.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
