import { createElement, type CSSProperties, type HTMLAttributes, memo, type ReactElement, type Ref } from 'react'
import './plain-icon.css'

/** Drawing of an icon as its package gives it. */
interface Drawing {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children?: readonly Drawing[]
}

export interface IconDefinition {
  readonly name: string
  readonly icon: Drawing | ((primary: string, secondary: string) => Drawing)
}

interface PlainIconProps extends HTMLAttributes<HTMLSpanElement> {
  icon: IconDefinition
  spin?: boolean
  rotate?: number
  ref?: Ref<HTMLSpanElement>
}

const SVG = { width: '1em', height: '1em', fill: 'currentColor', focusable: 'false', 'aria-hidden': true } as const
const drawn = new WeakMap<IconDefinition, ReactElement>()

function draw({ tag, attrs, children = [] }: Drawing, key: number | undefined, more: object = {}): ReactElement {
  const { class: className, ...rest } = attrs
  return createElement(tag, { key, ...rest, className, ...more }, ...children.map((child, index) => draw(child, index)))
}

/** One drawing per icon, made once: React passes by what is the same element. */
function drawingOf(definition: IconDefinition): ReactElement {
  const known = drawn.get(definition)
  if (known) return known
  const { name, icon } = definition
  const made = draw(typeof icon === 'function' ? icon('#333', '#e6e6e6') : icon, undefined, {
    ...SVG,
    'data-icon': name,
  })
  drawn.set(definition, made)
  return made
}

/**
 * What every icon of `@ant-design/icons` is drawn by in the built console (`apps/console/vite.config.ts`). Other than
 * the package's own it looks for no style sheet each time it is shown, and it is decoration unless it is given a name:
 * the package's is read out as "down" or "more" to people whose console is Chinese.
 */
export const PlainIcon = memo(function PlainIcon({ icon, spin, rotate, className, ref, ...rest }: PlainIconProps) {
  const isSpinning = spin === true || icon.name === 'loading'
  const classes = ['anticon', `anticon-${icon.name}`, isSpinning ? 'anticon-spin' : '', className ?? '']
  const named = rest['aria-label'] !== undefined || rest['aria-labelledby'] !== undefined
  const turned: CSSProperties | undefined =
    rotate === undefined ? rest.style : { ...rest.style, rotate: `${rotate}deg` }
  return (
    <span
      {...(named ? { role: 'img' } : { 'aria-hidden': true })}
      {...rest}
      ref={ref}
      style={turned}
      className={classes.filter(Boolean).join(' ')}
    >
      {drawingOf(icon)}
    </span>
  )
})
