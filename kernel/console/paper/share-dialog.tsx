import { CopyOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { makeShareLink, SHARE_DAYS } from '@wattyard/calls'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { api } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { copyText } from '../ui/copy-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'
import { SHARE_LINKS, ShareList } from './share-list.tsx'
import { type SheetKind, sheetWord } from './sheet-kinds.ts'
import './sharing.css'

const DAYS = [1, SHARE_DAYS, 30, 90] as const

interface ShareDialogProps {
  readonly resource: { readonly name: string }
  readonly id: string
  readonly name: string
  readonly kinds: readonly SheetKind[]
  readonly onClose: () => void
}

/** Draws the dialog that makes a link to one sheet of a record, shows its address once, and lists the existing links. */
export function ShareDialog({ resource, id, name, kinds, onClose }: ShareDialogProps) {
  const { t } = useWords()
  const mayRead = useMay('platform.shareLink:read')
  // The last sheet is preselected: a sheet that a module made for paper comes before the sheet of all fields.
  const [kind, setKind] = useState(kinds.at(-1) ?? '')
  const [days, setDays] = useState<number>(SHARE_DAYS)
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => api.call(makeShareLink, { resource: resource.name, kind, id, days }),
    onSuccess: () => client.invalidateQueries({ queryKey: [SHARE_LINKS] }),
  })
  return (
    <Dialog
      open
      width={520}
      title={t('kit.share.title', { name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
            {t('kit.share.make')}
          </Button>
        </>
      }
    >
      <p className="w-quiet">{t('kit.share.hint')}</p>
      {kinds.length > 1 && (
        <Choice
          label={t('kit.share.what')}
          values={kinds}
          value={kind}
          word={one => sheetWord(resource, one, t)}
          onChange={setKind}
        />
      )}
      <Choice
        label={t('kit.share.days')}
        values={DAYS}
        value={days}
        word={one => t('kit.share.daysOf', { count: one })}
        onChange={setDays}
      />
      {make.data && <Made key={make.data.id} path={make.data.path} />}
      {mayRead && (
        <section className="w-section">
          <h3>{t('kit.share.ofRecord')}</h3>
          <ShareList
            of={{ resource: resource.name, recordId: id }}
            onWithdrawn={link => link === make.data?.id && make.reset()}
          />
        </section>
      )}
    </Dialog>
  )
}

interface ChoiceProps<V> {
  label: string
  values: readonly V[]
  value: V
  word: (value: V) => string
  onChange: (value: V) => void
}

function Choice<V extends string | number>({ label, values, value, word, onChange }: ChoiceProps<V>) {
  const group = useId()
  return (
    <fieldset className="w-fieldset w-share-choice">
      <legend>{label}</legend>
      {values.map(one => (
        <label key={one} className="w-tick">
          <input type="radio" name={group} checked={value === one} onChange={() => onChange(one)} />
          {word(one)}
        </label>
      ))}
    </fieldset>
  )
}

/** Draws the new address, which cannot be shown again later. */
function Made({ path }: { path: string }) {
  const { t } = useWords()
  const address = new URL(path, window.location.origin).href
  const copy = async (): Promise<void> => {
    // Without access to the clipboard, the person can still select the text.
    if (await copyText(address)) toast.good(t('kit.share.copied'))
  }
  return (
    <output className="w-share-made">
      <strong>{t('kit.share.made')}</strong>
      <span className="w-row">
        <input
          className="w-input w-mono"
          readOnly
          aria-label={t('kit.share.address')}
          value={address}
          onFocus={event => event.target.select()}
        />
        <Button icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('kit.share.copy')}
        </Button>
      </span>
    </output>
  )
}
