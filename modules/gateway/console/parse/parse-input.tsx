import { MenuItems, Popover, toast, useWords } from '@wattyard/console-kit'
import { Button, Input, Select } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { FRAME_SAMPLES, type FrameSample } from '../../contract/frame-samples.ts'
import { MAX_PARSE_LENGTH, PARSE_PROTOCOLS, type ParseProtocol } from '../../contract/index.ts'
import { ParseKeys } from './parse-keys.tsx'
import { textOfBytes } from './read-file.ts'

/** Input of the parser. */
export interface Asked {
  text: string
  protocol: ParseProtocol
  keys: Readonly<Record<string, string>>
}

/** Draws the inputs for the text, the protocol and, for T/CEC 102, the keys. */
export function ParseInput({
  asked,
  isBusy,
  onChange,
  onRead,
}: {
  asked: Asked
  isBusy: boolean
  onChange: (asked: Asked) => void
  onRead: (asked: Asked) => void
}) {
  const { t } = useWords()
  const [isOver, setOver] = useState(false)
  const { text, protocol, keys } = asked
  const isTooLong = text.length > MAX_PARSE_LENGTH
  const wantsKeys =
    protocol === 'tcec102' || (protocol === 'auto' && /"(OperatorID|Ret)"\s*:/.test(text.slice(0, 20_000)))
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_PARSE_LENGTH) toast.bad(t('gateway.parse.tooLong', { max: MAX_PARSE_LENGTH / 1_024 }))
    else onChange({ ...asked, text: textOfBytes(new Uint8Array(await file.arrayBuffer())) })
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const canRead = text.trim() !== '' && !isTooLong
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is the pointer's own way; the button for a file serves everybody
    <section
      className="w-card w-card-pad gateway-input"
      data-over={isOver ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Input.TextArea
        value={text}
        aria-label={t('gateway.parse.text')}
        placeholder={t('gateway.parse.placeholder')}
        rows={4}
        spellCheck={false}
        className="w-mono w-grows gw-parse-text"
        status={isTooLong ? 'error' : ''}
        onChange={event => onChange({ ...asked, text: event.target.value })}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canRead) onRead(asked)
        }}
      />
      {isTooLong && (
        <p role="alert" className="gateway-wrong">
          {t('gateway.parse.tooLong', { max: MAX_PARSE_LENGTH / 1_024 })}
        </p>
      )}
      {wantsKeys && <ParseKeys keys={keys} onChange={next => onChange({ ...asked, keys: next })} />}
      <div className="w-row w-wrap">
        <Select
          value={protocol}
          aria-label={t('gateway.parse.protocol')}
          style={{ minWidth: 200 }}
          onChange={next => onChange({ ...asked, protocol: next })}
          options={PARSE_PROTOCOLS.map(value => ({ value, label: t(`gateway.parse.protocolValue.${value}`) }))}
        />
        <Button type="primary" disabled={!canRead} loading={isBusy} onClick={() => onRead(asked)}>
          {t('gateway.parse.read')}
        </Button>
        <FileButton onFile={file => void take(file)} />
        <Samples
          onChoose={sample => {
            const next: Asked = { text: sample.text, protocol: 'auto', keys: sample.keys ?? {} }
            onChange(next)
            onRead(next)
          }}
        />
        {text !== '' && (
          <Button type="text" onClick={() => onChange({ text: '', protocol, keys: {} })}>
            {t('gateway.parse.clear')}
          </Button>
        )}
      </div>
    </section>
  )
}

function FileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>{t('gateway.parse.file')}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('gateway.parse.file')}
        onChange={event => {
          onFile(event.target.files?.[0])
          // Allows the same file to be chosen again after a change.
          event.target.value = ''
        }}
      />
    </>
  )
}

function Samples({ onChoose }: { onChoose: (sample: FrameSample) => void }) {
  const { t } = useWords()
  const actions = FRAME_SAMPLES.map(sample => ({
    key: sample.key,
    label: t(`gateway.parse.sample.${sample.key}`),
    run: () => onChoose(sample),
  }))
  return (
    <Popover
      kind="menu"
      label={t('gateway.parse.samples')}
      button={({ ref, ...props }) => (
        <Button ref={ref} {...props}>
          {t('gateway.parse.samples')}
        </Button>
      )}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
  )
}
