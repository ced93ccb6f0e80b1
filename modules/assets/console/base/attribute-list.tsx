import { useWords } from '@wattyard/console-kit'
import type { TypeAttribute } from '../../contract/device-type.ts'

/** Further fields of devices of a type. */
export function AttributeList({ record }: { record: { readonly attributes?: unknown } }) {
  const { t } = useWords()
  const list = (Array.isArray(record.attributes) ? record.attributes : []) as TypeAttribute[] // checked when it was saved
  if (list.length === 0) return <p className="w-quiet">{t('assets.typePage.none')}</p>
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('assets.typePage.attributeName')}</th>
            <th>{t('assets.typePage.attributeKey')}</th>
            <th>{t('assets.typePage.attributeKind')}</th>
            <th>{t('assets.typePage.attributeUnit')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(one => (
            <tr key={one.key}>
              <td>{one.name}</td>
              <td>
                <code>{one.key}</code>
              </td>
              <td>
                {t(`assets.typePage.kindValue.${one.kind}`)}
                {one.values && ` (${one.values.join(', ')})`}
              </td>
              <td>{one.unit ?? '--'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
