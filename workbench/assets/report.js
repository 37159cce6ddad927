document.getElementById('copy').addEventListener('click', function () {
  var text = document.getElementById('scenario'), button = this;
  getSelection().selectAllChildren(text);
  document.execCommand('copy');
  button.textContent = 'Copied';
});
