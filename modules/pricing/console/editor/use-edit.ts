import { QUARTERS_PER_DAY, type PeriodKind } from '@wattyard/time'
import { useMemo, useReducer, useState } from 'react'
import type { DraftPlan } from '../../contract/index.ts'
import { clearRange, type Edit, editOf, type EditPlan, paint, type Range } from './edit-model.ts'
import { type WrongPrice, withWrong } from './wrong-prices.ts'
import { amend, begin, type History, redo, step, undo } from './history.ts'

/** Effect of dragging: select, clear, or paint a period. */
export type Brush = 'select' | 'erase' | PeriodKind

export interface EditorState {
  readonly history: History<Edit>
  readonly planId: number
  /** Quarter where the selection began; `focus` is where it ends now. Both are equal for one quarter. */
  readonly anchor: number
  readonly focus: number
  readonly brush: Brush
  /** Content before the stroke, while the pointer is down. */
  readonly stroke: Edit | null
  /** Input that is being typed into; its keys are one step together. */
  readonly typing: string | null
}

export type EditorAction =
  | { readonly type: 'plan'; readonly id: number }
  | { readonly type: 'brush'; readonly brush: Brush }
  | { readonly type: 'select'; readonly anchor: number; readonly focus: number }
  | { readonly type: 'strokeBegin'; readonly at: number; readonly extend: boolean }
  | { readonly type: 'strokeMove'; readonly at: number }
  | { readonly type: 'strokeEnd' }
  | { readonly type: 'change'; readonly edit: Edit; readonly planId?: number }
  | { readonly type: 'typed'; readonly edit: Edit; readonly input: string }
  | { readonly type: 'typedAll' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export function begun(plans: readonly DraftPlan[]): EditorState {
  const edit = editOf(plans)
  const shown = edit.plans.find(plan => plan.when === null) ?? edit.plans[0]
  return {
    history: begin(edit),
    planId: shown?.id ?? 0,
    anchor: 0,
    focus: 0,
    brush: 'select',
    stroke: null,
    typing: null,
  }
}

export function rangeOf({ anchor, focus }: Pick<EditorState, 'anchor' | 'focus'>): Range {
  return { from: Math.min(anchor, focus), to: Math.max(anchor, focus) + 1 }
}

/** Returns the plan shown: the chosen one, or the first if an undone step removed it. */
export function planOfState({ history, planId }: EditorState): EditPlan | undefined {
  return history.now.plans.find(plan => plan.id === planId) ?? history.now.plans[0]
}

function stroked(state: EditorState, from: Edit): Edit {
  const { brush } = state
  const id = planOfState(state)?.id ?? 0
  if (brush === 'select') return from
  return brush === 'erase' ? clearRange(from, id, rangeOf(state)) : paint(from, id, rangeOf(state), brush)
}

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'plan':
      return { ...state, planId: action.id, anchor: 0, focus: 0 }
    case 'brush':
      return { ...state, brush: action.brush }
    case 'select':
      return { ...state, anchor: clamp(action.anchor), focus: clamp(action.focus) }
    case 'strokeBegin': {
      const at = clamp(action.at)
      const anchor = action.extend ? state.anchor : at
      const next = { ...state, anchor, focus: at, stroke: state.history.now, typing: null }
      return { ...next, history: step(state.history, stroked(next, state.history.now)) }
    }
    case 'strokeMove': {
      if (state.stroke === null) return state
      const next = { ...state, focus: clamp(action.at) }
      if (next.focus === state.focus) return state
      return state.brush === 'select' ? next : { ...next, history: amend(state.history, stroked(next, state.stroke)) }
    }
    case 'strokeEnd':
      return { ...state, stroke: null }
    case 'change':
      return {
        ...state,
        history: step(state.history, action.edit),
        planId: action.planId ?? state.planId,
        typing: null,
      }
    case 'typed': {
      const add = state.typing === action.input ? amend : step
      return { ...state, history: add(state.history, action.edit), typing: action.input }
    }
    case 'typedAll':
      return { ...state, typing: null }
    case 'undo':
      return { ...state, history: undo(state.history), stroke: null, typing: null }
    case 'redo':
      return { ...state, history: redo(state.history), stroke: null, typing: null }
  }
}

function clamp(quarter: number): number {
  return Math.max(0, Math.min(QUARTERS_PER_DAY - 1, quarter))
}

export interface Editor {
  readonly state: EditorState
  readonly edit: Edit
  readonly plan: EditPlan | undefined
  readonly range: Range
  readonly readOnly: boolean
  /** Prices whose typed text is none. */
  readonly wrong: readonly WrongPrice[]
  readonly setWrong: (one: WrongPrice, isWrong: boolean) => void
  readonly dispatch: (action: EditorAction) => void
  /** Adds one step to the history. */
  readonly change: (edit: Edit, planId?: number) => void
  /** Shows other content as one step, also where it cannot be edited; the plan shown stays. */
  readonly show: (edit: Edit) => void
}

/** Returns the state of the editor over a version's plans. A published version uses the same parts and is read-only. */
export function useEdit(plans: readonly DraftPlan[], readOnly: boolean): Editor {
  const [state, dispatch] = useReducer(reduceEditor, plans, begun)
  const [wrong, setWrong] = useState<readonly WrongPrice[]>([])
  return useMemo(() => {
    const guarded = (action: EditorAction): void => {
      if (!readOnly || action.type === 'plan' || action.type === 'select') dispatch(action)
      else if (action.type === 'strokeBegin')
        dispatch({ type: 'select', anchor: action.extend ? state.anchor : action.at, focus: action.at })
      else if (action.type === 'strokeMove') dispatch({ type: 'select', anchor: state.anchor, focus: action.at })
    }
    return {
      state,
      edit: state.history.now,
      plan: planOfState(state),
      range: rangeOf(state),
      readOnly,
      wrong,
      setWrong: (one, isWrong) => setWrong(now => withWrong(now, one, isWrong)),
      dispatch: guarded,
      change: (edit, planId) =>
        guarded(planId === undefined ? { type: 'change', edit } : { type: 'change', edit, planId }),
      show: edit => {
        const key = planOfState(state)?.key
        const planId = edit.plans.find(plan => plan.key === key)?.id ?? edit.plans.at(-1)?.id ?? 0
        dispatch({ type: 'change', edit, planId })
      },
    }
  }, [state, readOnly, wrong])
}
