// The stage as one picture: its ground, what is drawn on its canvas, and the lines and labels of the vector pictures over that. They are
// painted mark by mark, as the policy of the page lets no picture be loaded that is made in it.

/** Paints the stage over all of a canvas, which has as many pixels as that of the stage; that one has been drawn just now. */
export function paintStage(copy: HTMLCanvasElement, drawn: HTMLCanvasElement, stage: Element): void {
  const context = copy.getContext('2d');
  if (context === null) return;
  const { left, top, width } = drawn.getBoundingClientRect();
  const ratio = copy.width / width;
  context.resetTransform();
  paintGround(context, stage);
  context.drawImage(drawn, 0, 0, copy.width, copy.height);
  for (const overlay of stage.querySelectorAll<SVGSVGElement>('svg')) {
    const corner = overlay.getBoundingClientRect();
    const { x, y } = overlay.viewBox.baseVal ?? { x: 0, y: 0 };
    context.setTransform(ratio, 0, 0, ratio, ratio * (corner.left - left - x), ratio * (corner.top - top - y));
    for (const mark of overlay.querySelectorAll('path, line, circle, text')) paintMark(context, mark);
  }
}

/** As the style sheet has it: from light in the middle to dark. */
function paintGround(context: CanvasRenderingContext2D, stage: Element): void {
  const { width, height } = context.canvas;
  const style = getComputedStyle(stage);
  const [x, y] = [0.5 * width, 0.42 * height];
  const ground = context.createRadialGradient(x, y, 0, x, y, Math.hypot(x, height - y));
  ground.addColorStop(0, style.getPropertyValue('--ground'));
  ground.addColorStop(1, style.getPropertyValue('--ground-far'));
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
}

function paintMark(context: CanvasRenderingContext2D, mark: Element): void {
  const style = getComputedStyle(mark);
  if (style.visibility === 'hidden' || style.display === 'none') return;
  const { fill, stroke, opacity, fillOpacity, strokeOpacity } = style;
  const [filled, stroked] =
    mark instanceof SVGTextElement ? textPainter(context, mark, style) : pathPainter(context, mark);
  const paintFill = (): void => {
    if (fill === 'none') return;
    context.globalAlpha = Number(opacity) * Number(fillOpacity);
    context.fillStyle = fill;
    filled();
  };
  const paintStroke = (): void => {
    if (stroke === 'none') return;
    context.globalAlpha = Number(opacity) * Number(strokeOpacity);
    context.strokeStyle = stroke;
    context.lineWidth = Number.parseFloat(style.strokeWidth);
    context.lineCap = style.strokeLinecap as CanvasLineCap;
    context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
    context.setLineDash(
      style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(Number.parseFloat),
    );
    stroked();
  };
  const inOrder = style.paintOrder.startsWith('stroke') ? [paintStroke, paintFill] : [paintFill, paintStroke];
  for (const paint of inOrder) paint();
  context.globalAlpha = 1;
}

type Painter = readonly [fill: () => void, stroke: () => void];

function pathPainter(context: CanvasRenderingContext2D, mark: Element): Painter {
  const path = new Path2D(mark.getAttribute('d') ?? '');
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, cx = 0, cy = 0, r = 0] = ['x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r'].map(
    (name) => Number(mark.getAttribute(name)),
  );
  if (mark instanceof SVGLineElement) {
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  } else if (mark instanceof SVGCircleElement) path.arc(cx, cy, r, 0, 2 * Math.PI);
  return [() => context.fill(path), () => context.stroke(path)];
}

function textPainter(context: CanvasRenderingContext2D, mark: Element, style: CSSStyleDeclaration): Painter {
  const text = mark.textContent ?? '';
  const [x, y] = [Number(mark.getAttribute('x')), Number(mark.getAttribute('y'))];
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = style.textAnchor === 'middle' ? 'center' : 'start';
  return [() => context.fillText(text, x, y), () => context.strokeText(text, x, y)];
}
