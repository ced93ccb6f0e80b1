import { ArrowLeftOutlined, HistoryOutlined, PlusOutlined } from '@ant-design/icons'
import { confirm, isOpenable, MoreMenu, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'
import { AddEntry } from './add-entry.tsx'
import { DictHistory } from './dict-history.tsx'
import { DictPreview } from './dict-preview.tsx'
import { EntryTable } from './entry-table.tsx'
import { exportDictionary } from './dict-sheet.ts'
import { LoadDialog } from './load-dialog.tsx'
import { useDictionaryWrites } from './use-dictionaries.ts'

/** Draws one dictionary: the pages that use it, its entries, editable in place, and a preview. */
export function DictDetail({ dictionary, onBack }: { dictionary: DictionaryView; onBack: () => void }) {
  const { t, language } = useWords()
  const [open, setOpen] = useState<'add' | 'history' | 'load' | null>(null)
  const writes = useDictionaryWrites()
  const [mayAdd, mayReset, mayLoad] = [
    useMay('platform.dictEntry:create'),
    useMay('platform.dictEntry:delete'),
    useMay('platform.dictEntry:import'),
  ]
  const title = dictionary.titles[language]
  const reset = async (): Promise<void> => {
    const text = t('platform.dict.resetAllText', { name: title })
    if (await confirm({ title: t('platform.dict.resetAll'), text, danger: true })) await writes.reset(dictionary.name)
  }
  const close = (): void => setOpen(null)
  return (
    <div className="platform-dict-detail">
      <section className="w-card w-card-pad">
        <header className="platform-dict-head">
          <button
            type="button"
            className="w-icon-button platform-dict-back"
            aria-label={t('platform.dict.back')}
            onClick={onBack}
          >
            <ArrowLeftOutlined />
          </button>
          <div className="w-grow">
            <h2>{title}</h2>
            <p className="w-quiet">{t(`platform.dict.kindHint.${dictionary.kind}`)}</p>
          </div>
          <span className="w-row w-wrap">
            {dictionary.kind === 'open' && mayAdd && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('add')}>
                {t('platform.dict.add')}
              </Button>
            )}
            <Button icon={<HistoryOutlined />} onClick={() => setOpen('history')}>
              {t('platform.dict.history')}
            </Button>
            <MoreMenu
              label={t('platform.dict.editOf', { name: title })}
              actions={[
                { key: 'export', label: t('platform.dict.export'), run: () => exportDictionary(dictionary, t) },
                ...(mayLoad ? [{ key: 'import', label: t('platform.dict.import'), run: () => setOpen('load') }] : []),
                ...(mayReset
                  ? [{ key: 'reset', label: t('platform.dict.resetAll'), danger: true, run: () => void reset() }]
                  : []),
              ]}
            />
          </span>
        </header>
        <Uses dictionary={dictionary} />
      </section>
      <Strays dictionary={dictionary} />
      <section className="w-card">
        <EntryTable dictionary={dictionary} />
      </section>
      <DictPreview dictionary={dictionary} />
      {open === 'add' && <AddEntry dictionary={dictionary} onClose={close} />}
      {open === 'history' && <DictHistory dictionary={dictionary} onClose={close} />}
      {open === 'load' && <LoadDialog dictionary={dictionary} onClose={close} />}
    </div>
  )
}

/** Draws the pages that show the words, as links where this person may open them. */
function Uses({ dictionary }: { dictionary: DictionaryView }) {
  const { t } = useWords()
  const pages = [...new Set(dictionary.uses.flatMap(use => use.pages))]
  return (
    <p className="platform-dict-uses">
      <span className="w-quiet">{t('platform.dict.uses')}</span>
      {pages.length === 0 && <span className="w-quiet">{t('platform.dict.usedNowhere')}</span>}
      {pages.map(path =>
        isOpenable(path) ? (
          <Link key={path} className="w-inline-link" to={path}>
            {t(`route.${path}`)}
          </Link>
        ) : (
          <span key={path}>{t(`route.${path}`)}</span>
        ),
      )}
    </p>
  )
}

/** Draws values of records that are no entry because they were typed before the dictionary existed. */
function Strays({ dictionary }: { dictionary: DictionaryView }) {
  const { t } = useWords()
  const writes = useDictionaryWrites()
  const mayAdd = useMay('platform.dictEntry:create')
  if (dictionary.strays.length === 0) return null
  return (
    <section className="w-banner platform-dict-strays">
      <div>
        <strong>{t('platform.dict.strays', { count: dictionary.strays.length })}</strong>
        <p>{t('platform.dict.straysText')}</p>
      </div>
      <span className="w-row w-wrap">
        {dictionary.strays.map(value =>
          mayAdd ? (
            <Button
              key={value}
              size="small"
              onClick={() =>
                void writes.save(dictionary.name, { code: value }, { wordZh: value }).catch(() => undefined)
              }
            >
              {t('platform.dict.adopt', { name: value })}
            </Button>
          ) : (
            <span key={value} className="w-tag" data-plain="">
              {value}
            </span>
          ),
        )}
      </span>
    </section>
  )
}
