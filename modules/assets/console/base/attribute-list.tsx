import { type LineColumn, LineList, useWords } from '@wattyard/console-kit'
import type { TypeAttribute } from '../../contract/device-type.ts'

/** Draws the further fields of a type's devices. */
export function AttributeList({ record }: { record: { readonly attributes?: unknown } }) {
  const { t } = useWords()
  const list = (Array.isArray(record.attributes) ? record.attributes : []) as TypeAttribute[] // checked when it was saved
  if (list.length === 0) return <p className="w-quiet">{t('assets.typePage.none')}</p>
  const columns: readonly LineColumn<TypeAttribute & { id: string }>[] = [
    { key: 'name', head: t('assets.typePage.attributeName'), place: 'name', show: one => one.name },
    { key: 'key', head: t('assets.typePage.attributeKey'), place: 'beside', show: one => <code>{one.key}</code> },
    {
      key: 'kind',
      head: t('assets.typePage.attributeKind'),
      show: one => (
        <>
          {t(`assets.typePage.kindValue.${one.kind}`)}
          {one.values && ` (${one.values.join(', ')})`}
        </>
      ),
    },
    {
      key: 'unit',
      head: t('assets.typePage.attributeUnit'),
      says: one => one.unit !== undefined,
      show: one => one.unit ?? '--',
    },
  ]
  return <LineList rows={list.map(one => ({ ...one, id: one.key }))} columns={columns} />
}
