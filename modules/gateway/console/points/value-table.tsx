import { Ago, EmptyState, useWords } from '@wattyard/console-kit'
import type { ShownValue } from './api.ts'

/** Values of points with unit, word and what casts doubt on them. `onPick` makes each a way to its course. */
export function ValueTable({
  values,
  picked,
  onPick,
}: {
  values: readonly ShownValue[]
  picked?: string | null
  onPick?: (key: string) => void
}) {
  const { t } = useWords()
  const hasTimes = values.some(one => one.at !== undefined)
  if (values.length === 0) return <EmptyState title={t('gateway.points.noValues')} />
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('gateway.point.name')}</th>
            <th>{t('gateway.points.value')}</th>
            <th>{t('gateway.points.raw')}</th>
            {hasTimes && <th>{t('gateway.points.at')}</th>}
          </tr>
        </thead>
        <tbody>
          {values.map(one => (
            <tr key={one.key} aria-current={picked === one.key ? 'true' : undefined}>
              <td>
                {onPick ? (
                  <button type="button" className="w-link-button" onClick={() => onPick(one.key)}>
                    {one.name}
                  </button>
                ) : (
                  one.name
                )}{' '}
                <code className="w-quiet">{one.key}</code>
              </td>
              <td className="w-num">
                <b>{one.value ?? '--'}</b> {one.value !== null && one.unit}
                {one.word && <> · {one.word}</>}
                {one.doubt && <span className="gw-pt-doubt"> {t(`gateway.pointDoubt.${one.doubt}`)}</span>}
              </td>
              <td className="w-num w-quiet">{one.raw || '--'}</td>
              {hasTimes && (
                <td>
                  <Ago at={one.at ?? null} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
