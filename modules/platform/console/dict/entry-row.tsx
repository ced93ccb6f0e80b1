import { HolderOutlined } from '@ant-design/icons'
import { ApiError, confirm, IconPicker, MoreMenu, type Payload, useMay, useWords } from '@wattyard/console-kit'
import { Switch } from 'antd'
import { type PointerEvent, useState } from 'react'
import { type DictionaryView, type EntryView } from '../../contract/calls/dict-entry.ts'
import { MAX_WORD } from '../../contract/dict-entry.ts'
import { ColourPicker } from './colour-picker.tsx'
import { EntryTag, isPlain } from './entry-tag.tsx'
import { isChanged, useDictionaryWrites } from './use-dictionaries.ts'

interface EntryRowProps {
  dictionary: DictionaryView
  entry: EntryView
  isHeld: boolean
  mayArrange: boolean
  onHold: (event: PointerEvent<HTMLElement>) => void
  onMove: (by: number) => void
}

const WORDS = [
  ['wordZh', 'zh'],
  ['wordEn', 'en'],
  ['wordEs', 'es'],
] as const

/** Draws one entry: its look, words in three languages, colour, icon, and whether it is offered. */
export function EntryRow({ dictionary, entry, isHeld, mayArrange, onHold, onMove }: EntryRowProps) {
  const { t, language } = useWords()
  const writes = useDictionaryWrites()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const mayMake = useMay('platform.dictEntry:create')
  const mayChange = useMay('platform.dictEntry:update')
  const mayWrite = entry.id ? mayChange : mayMake
  const name = entry.words[language]
  const save = async (change: Payload): Promise<boolean> => {
    try {
      await writes.save(dictionary.name, entry, change)
      setErrors({})
      return true
    } catch (error) {
      setErrors(error instanceof ApiError ? (error.fields ?? {}) : {})
      return false
    }
  }
  return (
    <tr
      className="platform-entry"
      data-code={entry.code}
      data-kind={dictionary.kind}
      data-held={isHeld ? '' : undefined}
      data-off={entry.enabled ? undefined : ''}
    >
      <td>
        <button
          type="button"
          className="platform-handle"
          disabled={!mayArrange}
          aria-label={t('platform.dict.move', { name })}
          onPointerDown={onHold}
          onKeyDown={event => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
            if (by === undefined) return
            event.preventDefault()
            onMove(by)
          }}
        >
          <HolderOutlined />
        </button>
      </td>
      <td className="platform-entry-tag">
        <EntryTag dictionary={dictionary.name} entry={entry} word={name} isPlain={isPlain(dictionary)} />
        <Marks entry={entry} />
      </td>
      <td className="w-mono w-clip" title={entry.code}>
        {entry.code}
      </td>
      {WORDS.map(([key, of]) => (
        <td key={key} className="platform-entry-word" data-language={of}>
          <WordInput
            // A change by others is shown; text that is being typed is kept.
            key={entry.words[of]}
            label={`${t(`platform.dictEntry.${key}`)}: ${entry.code}`}
            value={entry.words[of]}
            shipped={entry.shipped?.[of]}
            error={errors[key]}
            disabled={!mayWrite}
            onSave={async word => save({ [key]: word === '' || word === entry.shipped?.[of] ? null : word })}
          />
        </td>
      ))}
      <td>
        <ColourPicker
          label={`${t('platform.dictEntry.colour')}: ${name}`}
          value={entry.colour}
          disabled={!mayWrite}
          onChange={colour => void save({ colour })}
        />
      </td>
      <td>
        <IconPicker
          label={`${t('platform.dictEntry.icon')}: ${name}`}
          value={entry.icon}
          disabled={!mayWrite}
          onChange={icon => void save({ icon })}
        />
      </td>
      {dictionary.kind === 'open' && (
        <td>
          <Switch
            size="small"
            aria-label={`${t('platform.dictEntry.enabled')}: ${name}`}
            checked={entry.enabled}
            disabled={!mayWrite}
            onChange={enabled => void save({ enabled })}
          />
        </td>
      )}
      <td>
        <EntryMenu entry={entry} name={name} />
      </td>
    </tr>
  )
}

function Marks({ entry }: { entry: EntryView }) {
  const { t } = useWords()
  if (!entry.enabled) return <small className="w-quiet">{t('platform.dict.offMark')}</small>
  if (!entry.shipped) return <small className="w-quiet">{t('platform.dict.ownMark')}</small>
  return isChanged(entry) ? <small className="w-quiet">{t('platform.dict.changedMark')}</small> : null
}

interface WordInputProps {
  label: string
  value: string
  shipped: string | undefined
  error: string | undefined
  disabled: boolean
  onSave: (word: string) => Promise<boolean>
}

/** Draws a word that is edited in place: Enter or leaving the field saves, Escape restores. */
function WordInput({ label, value, shipped, error, disabled, onSave }: WordInputProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState(value)
  const isOther = shipped !== undefined && typed !== shipped
  const leave = (): void => {
    if (typed.trim() !== value) void onSave(typed.trim())
  }
  return (
    <>
      <input
        className="w-input platform-word"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        data-other={isOther ? '' : undefined}
        maxLength={MAX_WORD}
        disabled={disabled}
        title={isOther ? t('platform.dict.shipped', { word: shipped }) : undefined}
        placeholder={shipped}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setTyped(value)
        }}
      />
      {error && (
        <small className="w-field-error" role="alert">
          {error}
        </small>
      )}
    </>
  )
}

function EntryMenu({ entry, name }: { entry: EntryView; name: string }) {
  const { t } = useWords()
  const writes = useDictionaryWrites()
  const mayDelete = useMay('platform.dictEntry:delete')
  const { id } = entry
  if (!mayDelete || id === undefined || (entry.shipped && !isChanged(entry))) return null
  const remove = async (): Promise<void> => {
    if (entry.shipped) await writes.remove(id, t('platform.dict.wasReset'))
    else if (
      await confirm({ title: t('platform.dict.remove'), text: t('platform.dict.removeText', { name }), danger: true })
    )
      await writes.remove(id, t('platform.dict.saved'))
  }
  return (
    <MoreMenu
      label={t('platform.dict.editOf', { name })}
      actions={[
        {
          key: 'remove',
          label: t(entry.shipped ? 'platform.dict.resetOne' : 'platform.dict.remove'),
          danger: !entry.shipped,
          run: () => void remove().catch(() => undefined),
        },
      ]}
    />
  )
}
