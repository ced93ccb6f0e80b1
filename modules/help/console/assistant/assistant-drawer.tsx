import { Dialog, lazyPart, useDirty, useMay, useWords } from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MAX_QUESTION } from '../../contract/assistant.ts'
import { ExchangeView } from './exchange-view.tsx'
import { useAssistant } from './use-assistant.ts'
import './assistant.css'

const SettingsDialog = lazyPart(async () => (await import('./settings-dialog.tsx')).SettingsDialog)

/** Draws the assistant, which answers questions about the console from the help. It states what it is and which data it gets. */
export function AssistantDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const mayConfigure = useMay('help.assistant:configure')
  const [question, setQuestion] = useState('')
  const [isSettingUp, setSettingUp] = useState(false)
  const { exchanges, ask, stop } = useAssistant()
  const end = useRef<HTMLDivElement>(null)
  const isComing = exchanges.at(-1)?.state === 'coming'
  useDirty(question.trim() !== '')
  const size = exchanges.at(-1)?.answer.length ?? 0
  useEffect(() => {
    // In braces, because newer browsers return a promise, which would be taken for a cleanup function.
    end.current?.scrollIntoView({ block: 'end' })
  }, [exchanges.length, size])

  const send = (event?: FormEvent): void => {
    event?.preventDefault()
    const text = question.trim()
    if (text === '' || isComing) return
    setQuestion('')
    void ask(text)
  }
  return (
    <Dialog
      open
      kind="drawer"
      width={560}
      title={t('help.assistant.noun')}
      onClose={onClose}
      tools={mayConfigure && <Button onClick={() => setSettingUp(true)}>{t('help.assistant.configure')}</Button>}
      foot={
        <form className="help-ask" onSubmit={send}>
          <Input.TextArea
            data-autofocus=""
            aria-label={t('help.assistant.question')}
            placeholder={t('help.assistant.question')}
            rows={3}
            maxLength={MAX_QUESTION}
            value={question}
            onChange={event => setQuestion(event.target.value)}
            onKeyDown={event => {
              // The Enter that ends the composition of a Chinese word sends nothing.
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              send()
            }}
          />
          {isComing ? (
            <Button onClick={stop}>{t('help.assistant.stop')}</Button>
          ) : (
            <Button type="primary" htmlType="submit" disabled={question.trim() === ''}>
              {t('help.assistant.send')}
            </Button>
          )}
        </form>
      }
    >
      <p className="w-quiet">{t('help.assistant.about')}</p>
      <div aria-live="polite" aria-busy={isComing}>
        {exchanges.map((exchange, i) => (
          // The list only grows, so the index identifies a question.
          <ExchangeView key={i} exchange={exchange} onLeave={onClose} />
        ))}
      </div>
      <div ref={end} />
      {isSettingUp && <SettingsDialog onClose={() => setSettingUp(false)} />}
    </Dialog>
  )
}
