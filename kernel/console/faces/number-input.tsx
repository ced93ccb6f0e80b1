// oxlint-disable-next-line no-restricted-imports -- this is what the others use instead
import { InputNumber, type InputNumberProps } from 'antd'
import { type ComponentRef, useLayoutEffect, useRef } from 'react'
import { useWords } from '../words/use-words.ts'

/** Draws the control of a number that steps up and down, with the names of its steps in the reader's language. */
export function NumberInput(props: InputNumberProps<number>) {
  const { t } = useWords()
  const control = useRef<ComponentRef<typeof InputNumber>>(null)
  // The component names its steps in English and takes no other names. It never writes them again.
  useLayoutEffect(() => {
    const steps = { up: t('kit.increase'), down: t('kit.decrease') }
    for (const [way, name] of Object.entries(steps))
      control.current?.nativeElement?.querySelector(`.ant-input-number-action-${way}`)?.setAttribute('aria-label', name)
  })
  return <InputNumber ref={control} {...props} />
}
