import { Fact, Facts, linkToRecord, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { AttributeList } from './attribute-list.tsx'
import { TypeIcon } from './type-icon.tsx'
import { typeName } from './type-name.ts'
import type { TypeRecord } from './typetree-page.tsx'

/** Returns the ancestors of a type, the nearest first. */
function above(record: TypeRecord, all: readonly TypeRecord[]): TypeRecord[] {
  const line: TypeRecord[] = []
  for (let id = record.parent; id !== null && line.length < 20; ) {
    const next = all.find(one => one.id === id)
    if (!next) break
    line.push(next)
    id = next.parent
  }
  return line
}

/** Draws one type beside the tree: its names, and the fields of its devices, inherited ones included. */
export function TypeDetail({ record, all }: { record: TypeRecord; all: readonly TypeRecord[] }) {
  const { t, language } = useWords()
  const line = above(record, all)
  return (
    <div className="as-type-detail">
      <h2 className="as-type-name">
        <TypeIcon name={record.icon} />
        {typeName(record, language)}
      </h2>
      <Facts>
        <Fact label={t('assets.deviceType.code')}>
          <code>{record.code}</code>
          {record.builtIn && ` · ${t('assets.typeTree.builtIn')}`}
        </Fact>
        <Fact label={t('assets.deviceType.name')}>{record.name}</Fact>
        <Fact label={t('assets.deviceType.nameEn')}>{record.nameEn ?? '--'}</Fact>
        <Fact label={t('assets.deviceType.nameEs')}>{record.nameEs ?? '--'}</Fact>
        {record.note && <Fact label={t('assets.deviceType.note')}>{record.note}</Fact>}
      </Facts>
      <h3>{t('assets.typePage.fields')}</h3>
      <AttributeList record={record} />
      {line
        .filter(one => Array.isArray(one.attributes) && one.attributes.length > 0)
        .map(one => (
          <section key={one.id}>
            <h3>{t('assets.typePage.from', { name: typeName(one, language) })}</h3>
            <AttributeList record={one} />
          </section>
        ))}
      <div className="w-row w-wrap">
        <Link to={linkToRecord('assets.deviceType', record.id) ?? '/basedata/type'}>{t('assets.typeTree.edit')}</Link>
        <Link to={`/basedata/model?f.deviceType=${record.id}`}>{t('assets.manufacturerPage.models')}</Link>
      </div>
    </div>
  )
}
