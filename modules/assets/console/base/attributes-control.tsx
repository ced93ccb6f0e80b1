import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type ControlSlotProps, useWords } from '@wattyard/console-kit'
import { Button, Input, Select } from 'antd'
import { ATTRIBUTE_KINDS, MAX_ATTRIBUTES, type TypeAttribute } from '../../contract/device-type.ts'
import { changedAttribute } from './changed-attribute.ts'
import './base.css'

const wordsOf = (text: string): string[] =>
  text
    .split(/[,，;；]/)
    .map(one => one.trim())
    .filter(Boolean)

/** Draws the rows of a type's further fields in its form. */
export function AttributesControl({ value, onChange, id }: ControlSlotProps) {
  const { t } = useWords()
  const list = (Array.isArray(value) ? value : []) as TypeAttribute[] // from the server, or from this control
  const change = (at: number, part: Partial<TypeAttribute>) => onChange(changedAttribute(list, at, part))
  return (
    <div className="as-attributes" id={id}>
      {list.map((one, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- keys are typed here, so the place is all that stays
        <div key={i} className="as-attribute">
          <Input
            value={one.name}
            maxLength={50}
            aria-label={t('assets.typePage.attributeName')}
            placeholder={t('assets.typePage.attributeName')}
            onChange={event => change(i, { name: event.target.value })}
          />
          <Input
            value={one.key}
            maxLength={40}
            aria-label={t('assets.typePage.attributeKey')}
            placeholder={t('assets.typePage.attributeKey')}
            onChange={event => change(i, { key: event.target.value.trim() })}
          />
          <Select
            value={one.kind}
            aria-label={t('assets.typePage.attributeKind')}
            options={ATTRIBUTE_KINDS.map(kind => ({ value: kind, label: t(`assets.typePage.kindValue.${kind}`) }))}
            onChange={kind => change(i, { kind })}
          />
          {one.kind === 'number' && (
            <Input
              value={one.unit ?? ''}
              maxLength={20}
              aria-label={t('assets.typePage.attributeUnit')}
              placeholder={t('assets.typePage.attributeUnit')}
              onChange={event => change(i, { unit: event.target.value })}
            />
          )}
          {one.kind === 'oneOf' && (
            <Input
              defaultValue={one.values?.join(', ') ?? ''}
              aria-label={t('assets.typePage.attributeValues')}
              placeholder={t('assets.typePage.attributeValuesHint')}
              onChange={event => change(i, { values: wordsOf(event.target.value) })}
            />
          )}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('assets.typePage.removeAttribute', { name: one.name || String(i + 1) })}
            onClick={() => onChange(list.toSpliced(i, 1))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={list.length >= MAX_ATTRIBUTES}
        onClick={() => onChange([...list, { key: '', name: '', kind: 'text' }])}
      >
        {t('assets.typePage.addAttribute')}
      </Button>
    </div>
  )
}
