// Pages opened as files have no clipboard in some browsers; a text area copies there too.
document.addEventListener('click', function (event) {
  var button = event.target.closest('button.copy');
  if (!button) return;
  var from = button.getAttribute('data-from'), label = button.textContent;
  var text = from ? document.getElementById(from).textContent
                  : button.getAttribute('data-copy');
  function say(word) {
    button.textContent = word;
    setTimeout(function () { button.textContent = label; }, 1500);
  }
  function byArea() {
    var area = document.createElement('textarea');
    area.value = text;
    document.body.appendChild(area);
    area.select();
    var done = document.execCommand('copy');
    document.body.removeChild(area);
    button.focus();
    say(done ? 'Copied' : 'Not copied');
  }
  if (navigator.clipboard && navigator.clipboard.writeText)
    navigator.clipboard.writeText(text).then(function () { say('Copied'); }, byArea);
  else
    byArea();
});
