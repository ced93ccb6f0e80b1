import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  ApiError,
  Dialog,
  ErrorState,
  NumberInput,
  Skeleton,
  toast,
  useDirty,
  useWords,
} from '@wattyard/console-kit'
import { Button, Input, Switch } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import {
  type AssistantSettings,
  assistantSettings,
  saveAssistantSettings,
  type Trial,
  tryAssistant,
} from '../../contract/calls/assistant.ts'

const KEY = ['help', 'assistant-settings']

interface RowProps {
  label: string
  hint?: string
  error?: string | undefined
  children: (id: string) => ReactNode
}

function Row({ label, hint, error, children }: RowProps) {
  const id = useId()
  return (
    <div className="help-setting">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small className="w-quiet">{hint}</small>}
      {error && (
        <small className="help-setting-error" role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

type Draft = Omit<AssistantSettings, 'hasKey'> & { readonly key: string }

function useSettingsForm(stored: AssistantSettings) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { hasKey: _, ...given } = stored
  const [draft, setDraft] = useState<Draft>({ ...given, key: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [trial, setTrial] = useState<Trial | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isChanged = JSON.stringify({ ...given, key: '' }) !== JSON.stringify(draft)
  useDirty(isChanged)

  const work = async (what: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setErrors({})
    setTrial(null)
    try {
      await what()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0)
        toast.bad(error instanceof ApiError && error.message.length > 1 ? error.message : t('kit.error.unexpected'))
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    work(async () => {
      const { key, ...rest } = draft
      const body = { ...rest, ...(key === '' ? {} : { key }) }
      const saved = await api.call(saveAssistantSettings, body, { json: true, quiet: true })
      queries.setQueryData(KEY, saved)
      const { hasKey: __, ...now } = saved
      setDraft({ ...now, key: '' })
      toast.good(t('help.settings.saved'))
    })
  const attempt = () => work(async () => setTrial(await api.call(tryAssistant, {}, { json: true, quiet: true })))
  return {
    draft,
    change: (by: Partial<Draft>) => setDraft({ ...draft, ...by }),
    errors,
    trial,
    isBusy,
    isChanged,
    save,
    attempt,
  }
}

function Form({ stored }: { stored: AssistantSettings }) {
  const { t } = useWords()
  const { draft, change, errors, trial, isBusy, isChanged, save, attempt } = useSettingsForm(stored)
  return (
    <form
      className="help-settings"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Row label={t('help.settings.isOn')}>
        {id => <Switch id={id} checked={draft.isOn} onChange={isOn => change({ isOn })} />}
      </Row>
      <Row label={t('help.settings.baseUrl')} hint={t('help.settings.baseUrlHint')} error={errors.baseUrl}>
        {id => (
          <Input
            id={id}
            type="url"
            maxLength={300}
            placeholder="https://api.example.com/v1"
            value={draft.baseUrl}
            onChange={event => change({ baseUrl: event.target.value })}
          />
        )}
      </Row>
      <Row label={t('help.settings.model')} error={errors.model}>
        {id => (
          <Input
            id={id}
            maxLength={100}
            value={draft.model}
            onChange={event => change({ model: event.target.value })}
          />
        )}
      </Row>
      <Row
        label={t('help.settings.key')}
        hint={t(stored.hasKey ? 'help.settings.keySet' : 'help.settings.keyNone')}
        error={errors.key}
      >
        {id => (
          <Input
            id={id}
            type="password"
            autoComplete="off"
            maxLength={500}
            value={draft.key}
            onChange={event => change({ key: event.target.value })}
          />
        )}
      </Row>
      {(['perPersonDay', 'perTenantDay'] as const).map(limit => (
        <Row key={limit} label={t(`help.settings.${limit}`)} error={errors[limit]}>
          {id => (
            <NumberInput
              id={id}
              min={1}
              max={100_000}
              precision={0}
              value={draft[limit]}
              onChange={value => change({ [limit]: value ?? 1 })}
            />
          )}
        </Row>
      ))}
      <div className="w-row w-wrap">
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isChanged}>
          {t('kit.save')}
        </Button>
        <Button loading={isBusy} disabled={isChanged || draft.baseUrl === ''} onClick={() => void attempt()}>
          {t('help.settings.try')}
        </Button>
      </div>
      {trial && (
        <output className="w-banner" data-tone={trial.result === 'ok' ? 'good' : 'bad'}>
          {t(`help.settings.trial.${trial.result}`, { seconds: (trial.took_ms / 1000).toFixed(1) })}
          {trial.status !== null && trial.result !== 'ok' && ` (HTTP ${trial.status})`}
        </output>
      )}
    </form>
  )
}

/** Draws the settings of the answering service, its key and its limits. The key can be set but never read. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const settings = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(assistantSettings, {}, { signal, quiet: true, fresh: true }),
    // A later read must not replace typed input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog open width={560} title={t('help.settings.title')} onClose={onClose}>
      <p className="w-quiet">{t('help.settings.what')}</p>
      {settings.error ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : settings.data ? (
        <Form stored={settings.data} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}
