import { Ago, EmptyState, type LineColumn, LineList, useWords } from '@wattyard/console-kit'
import { type ShownValue } from '../../contract/calls/points.ts'

/** Draws the values of points with unit, word and quality. `onPick` makes each a link to its chart. */
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
  if (values.length === 0) return <EmptyState title={t('gateway.points.noValues')} />
  const columns: LineColumn<ShownValue & { id: string }>[] = [
    {
      key: 'name',
      head: t('gateway.point.name'),
      place: 'name',
      show: one => (
        <>
          {onPick ? (
            <button type="button" className="w-link-button" onClick={() => onPick(one.key)}>
              {one.name}
            </button>
          ) : (
            one.name
          )}{' '}
          <code className="w-quiet">{one.key}</code>
        </>
      ),
    },
    {
      key: 'value',
      head: t('gateway.points.value'),
      className: 'w-num',
      place: 'beside',
      show: one => (
        <span>
          <b>{one.value ?? '--'}</b> {one.value !== null && one.unit}
          {one.word && <> · {one.word}</>}
          {one.doubt && <span className="gw-pt-doubt"> {t(`gateway.pointDoubt.${one.doubt}`)}</span>}
        </span>
      ),
    },
    {
      key: 'raw',
      head: t('gateway.points.raw'),
      className: 'w-num w-quiet',
      says: one => Boolean(one.raw),
      show: one => one.raw || '--',
    },
  ]
  if (values.some(one => one.at !== undefined))
    columns.push({ key: 'at', head: t('gateway.points.at'), show: one => <Ago at={one.at ?? null} /> })
  return <LineList rows={values.map(one => ({ ...one, id: one.key }))} columns={columns} current={picked ?? null} />
}
